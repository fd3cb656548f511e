//! A session on a thread, spoken to over channels.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use sakiyomi_usi::Usi;

/// Reads what is sent through a channel; ends when the sender is dropped.
struct Commands {
    sent: Receiver<Vec<u8>>,
    rest: io::Cursor<Vec<u8>>,
}

impl Read for Commands {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.rest.read(buffer) {
                Ok(0) => match self.sent.recv() {
                    Ok(bytes) => self.rest = io::Cursor::new(bytes),
                    Err(_) => return Ok(0),
                },
                read => return read,
            }
        }
    }
}

pub(crate) struct Answers(pub(crate) Sender<String>);

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        for line in text.lines() {
            self.0.send(line.to_owned()).map_err(|_| io::ErrorKind::BrokenPipe)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Starts a session. It ends when the sender of commands is dropped.
pub(crate) fn start(usi: Usi) -> (Sender<Vec<u8>>, Receiver<String>, JoinHandle<io::Result<()>>) {
    let (commands, sent) = channel();
    let (sender, answers) = channel();
    let engine = std::thread::spawn(move || {
        let input = Commands { sent, rest: io::Cursor::default() };
        usi.run(BufReader::new(input), Answers(sender))
    });
    (commands, answers, engine)
}
