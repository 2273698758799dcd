"""What all handlers share: answers, components, ids, forms."""
