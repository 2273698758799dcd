"""The accuracy of predictions, and the curves that correct them."""
