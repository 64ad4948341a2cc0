//! Why the program could not do what it was asked: one printed form for every subcommand.

use std::{error::Error, fmt::Display, io};

use crate::data::{Finding, Severity};

/// Bad usage or unreadable input. Any error becomes one with `?`; its causes are printed below it.
#[derive(Debug)]
pub struct CliError {
    message: String,
    causes: Vec<String>,
    findings: Vec<Finding>,
    closed_pipe: bool,
}

impl CliError {
    /// A failure with this message (no "error:" before it, no full stop after it).
    pub fn new(message: impl Display) -> Self {
        Self { message: message.to_string(), causes: Vec::new(), findings: Vec::new(), closed_pipe: false }
    }

    /// A failure that is nothing but what is wrong with the data: each error is printed with its place, warnings are not.
    pub fn from_findings(findings: impl IntoIterator<Item = Finding>) -> Self {
        let findings: Vec<_> = findings.into_iter().filter(|finding| finding.severity == Severity::Error).collect();
        Self { message: String::new(), causes: Vec::new(), findings, closed_pipe: false }
    }

    /// Puts what was being done before what went wrong.
    #[must_use]
    pub fn context(mut self, doing: impl Display) -> Self {
        self.causes.insert(0, std::mem::replace(&mut self.message, doing.to_string()));
        self
    }

    /// Whether it is only that nobody reads standard output any more.
    pub(super) fn is_closed_pipe(&self) -> bool {
        self.closed_pipe
    }

    /// Prints it on standard error.
    pub(super) fn report(&self) {
        for finding in &self.findings {
            eprintln!("{}", finding.snippet());
        }
        if !self.message.is_empty() {
            eprintln!("error: {}", self.message);
        }
        for cause in &self.causes {
            eprintln!("  because: {cause}");
        }
    }
}

impl<E: Error + 'static> From<E> for CliError {
    fn from(error: E) -> Self {
        let mut causes = Vec::new();
        let mut inner = error.source();
        while let Some(cause) = inner {
            causes.push(cause.to_string());
            inner = cause.source();
        }
        let closed_pipe = (&error as &dyn Error)
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
        Self { message: error.to_string(), causes, findings: Vec::new(), closed_pipe }
    }
}
