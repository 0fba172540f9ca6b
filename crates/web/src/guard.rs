//! Who may ask. The page works for whoever sits at this machine; pages of others may not use it through their visitor's
//! browser: requests for another host (rebinding of names) or from another origin are refused.

use crate::{Config, faults::Fault};
use attractor_game::Error;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};

/// Nothing from elsewhere, nothing inline, in no frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every answer.
pub(crate) fn protect(headers: &mut HeaderMap) {
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

/// Names by which this server may be called.
#[derive(Clone, Debug)]
pub(crate) struct Names(Vec<String>);

impl Names {
    pub(crate) fn new(config: &Config) -> Names {
        let mut names: Vec<String> = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned).into();
        names.push(if config.address.is_ipv6() { format!("[{}]", config.address) } else { config.address.to_string() });
        names.extend(config.hosts.iter().map(|host| host.to_lowercase()));
        Names(names)
    }

    /// `localhost:7171` and the like; the port does not matter.
    fn known(&self, host: &str) -> bool {
        let host = host.to_lowercase();
        let name = match host.rfind(':') {
            Some(colon) if !host.ends_with(']') => &host[..colon],
            _ => &host,
        };
        self.0.iter().any(|known| known == name)
    }

    /// The request is for this server, and from its own page if from any.
    pub(crate) fn check(&self, headers: &HeaderMap) -> Result<(), Fault> {
        let forbidden = |error| Err(Fault::new(StatusCode::FORBIDDEN, error));
        let text = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or("").to_owned());
        let host = text(header::HOST).unwrap_or_default();
        if !self.known(&host) {
            return forbidden(
                Error::new("unknown-host", "this server is not called {host}; --host adds a name").arg("host", host),
            );
        }
        if let Some(origin) = text(header::ORIGIN)
            && origin.split_once("://").is_none_or(|(_, from)| from != host)
        {
            return forbidden(
                Error::new("foreign-origin", "a page of {origin} may not ask this server").arg("origin", origin),
            );
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_and_origins() {
        let names = Names::new(&Config { hosts: vec!["Lab.example".into()], ..Config::default() });
        let check = |host: &str, origin: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, origin.parse().unwrap());
            }
            names.check(&headers).map_err(|fault| fault.error.id())
        };
        for host in ["localhost:7171", "127.0.0.1:80", "127.0.0.1", "[::1]:7171", "[::1]", "lab.example:1"] {
            assert_eq!(check(host, None), Ok(()), "{host}");
            assert_eq!(check(host, Some(&format!("http://{host}"))), Ok(()), "{host}");
            assert_eq!(check(host, Some("http://evil.example")), Err("foreign-origin"), "{host}");
            assert_eq!(check(host, Some("null")), Err("foreign-origin"), "{host}");
        }
        for host in ["evil.example", "evil.example:7171", "localhost.evil.example", "127.0.0.1.evil.example", ""] {
            assert_eq!(check(host, None), Err("unknown-host"), "{host}");
        }
        assert_eq!(check("localhost:7171", Some("http://localhost:9999")), Err("foreign-origin"), "another port");
        assert_eq!(names.check(&HeaderMap::new()).map_err(|fault| fault.error.id()), Err("unknown-host"));
    }
}
