"""What a league decides: divisions, who meets whom, places, rounds. No input, no output, no clock, no chance."""
