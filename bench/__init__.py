"""What docs/benchmarks.md quotes: ``make bench``."""
