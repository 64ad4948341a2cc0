//! The error that every subcommand returns, and how it is printed.

use std::{error::Error, fmt::Display, io};

use quarry_ron::{Finding, Severity};

/// Bad usage or unreadable input: exit status 2. `?` converts any error into it, and its causes are printed below it.
#[derive(Debug)]
pub struct CliError {
    message: String,
    causes: Vec<String>,
    findings: Vec<Finding>,
    closed_pipe: bool,
}

impl CliError {
    /// An error with this message, without "error:" and full stop.
    pub fn new(message: impl Display) -> Self {
        Self { message: message.to_string(), causes: Vec::new(), findings: Vec::new(), closed_pipe: false }
    }

    /// The errors among these findings, each of which is printed with its place.
    pub fn from_findings(findings: impl IntoIterator<Item = Finding>) -> Self {
        let findings: Vec<_> = findings.into_iter().filter(|finding| finding.severity == Severity::Error).collect();
        Self { message: String::new(), causes: Vec::new(), findings, closed_pipe: false }
    }

    /// Puts a message in front; the current one becomes its cause.
    #[must_use]
    pub fn context(mut self, doing: impl Display) -> Self {
        self.causes.insert(0, std::mem::replace(&mut self.message, doing.to_string()));
        self
    }

    /// Whether standard output was closed by its reader, as in `| head`.
    pub(super) fn is_closed_pipe(&self) -> bool {
        self.closed_pipe
    }

    /// The message and the findings, without their lines of the files.
    #[cfg(feature = "client")]
    pub(super) fn text(&self) -> String {
        let message = Some(self.message.clone()).filter(|message| !message.is_empty());
        message.into_iter().chain(self.findings.iter().map(Finding::to_string)).collect::<Vec<_>>().join("\n")
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
