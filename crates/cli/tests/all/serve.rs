//! The page's server as a process: where it says it is, how it ends, what it refuses.
#![cfg(unix)]

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    process::{Command, Stdio},
};

fn attractor(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_attractor"));
    command.args(args).env("LC_ALL", "C").stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn it_serves_until_it_is_told_to_end() {
    let mut server = attractor(&["serve", "--port", "0"]).spawn().unwrap();
    let mut address = String::new();
    BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut address).unwrap();
    let host = address.trim().strip_prefix("http://").unwrap().strip_suffix('/').unwrap().to_owned();
    assert!(host.starts_with("127.0.0.1:"), "{host}");
    let get = |path: &str| {
        let mut stream = TcpStream::connect(&host).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    };
    assert!(get("/health").ends_with(r#"{"status":"ok"}"#));
    let page = get("/");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>"), "{page}");
    // Work on its way is given up, or finished, within seconds.
    let mut busy = TcpStream::connect(&host).unwrap();
    let body = r#"{"game":"connect4:8x7"}"#;
    let head = format!("POST /api/analyse HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n");
    write!(busy, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    let begun = std::time::Instant::now();
    assert!(Command::new("kill").args(["-TERM", &server.id().to_string()]).status().unwrap().success());
    let ended = server.wait().unwrap();
    assert!(ended.success(), "{ended}");
    assert!(begun.elapsed().as_secs() < 30, "{:?}", begun.elapsed());
    let mut told = String::new();
    server.stderr.unwrap().read_to_string(&mut told).unwrap();
    assert!(told.contains("The page is at http://127.0.0.1:"), "{told}");
}

#[test]
fn what_cannot_be_served() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    for (args, told) in [
        (&["serve", "--port", &port][..], "cannot listen"),
        (&["serve", "--port", "0", "--tables", "nowhere"], "cannot read nowhere"),
        (&["serve", "--port", "0", "--book", "nowhere"], "cannot read nowhere"),
        (&["serve", "--seconds", "0"], "--seconds"),
        (&["serve", "--port", "99999"], "99999"),
        (&["serve", "--address", "here"], "here"),
    ] {
        let output = attractor(args).output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {text}");
        assert!(text.contains(told), "{args:?}: {text}");
    }
}
