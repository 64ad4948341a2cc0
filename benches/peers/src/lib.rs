//! Empty: the package consists of its benchmark.
