//! A connection whose other end must read what is written to it.

use std::{
    future::Future,
    io,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::Sleep,
};

/// Bytes that a slow reader must take in each span of time.
const LEAST: usize = 64 << 10;

/// A stream that fails when its reader takes too little: a visitor who does not read holds no memory for long.
///
/// The time runs from the first write that has to wait, until [`LEAST`] bytes more were taken, or all that there were.
pub(crate) struct Impatient<S> {
    stream: S,
    patience: Duration,
    /// The end of the span, and the bytes that were taken in it.
    waiting: Option<(Pin<Box<Sleep>>, usize)>,
}

impl<S> Impatient<S> {
    pub(crate) fn new(stream: S, patience: Duration) -> Impatient<S> {
        Impatient { stream, patience, waiting: None }
    }

    /// What a write of so many bytes came to.
    fn written(
        &mut self,
        context: &mut Context<'_>,
        length: usize,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(taken)) => {
                match &mut self.waiting {
                    Some((_, sum)) if taken < length && *sum + taken < LEAST => *sum += taken,
                    waiting => *waiting = None,
                }
                Poll::Ready(Ok(taken))
            }
            Poll::Ready(failed) => Poll::Ready(failed),
            Poll::Pending => {
                let patience = self.patience;
                let (end, _) = self.waiting.get_or_insert_with(|| (Box::pin(tokio::time::sleep(patience)), 0));
                end.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Impatient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Impatient<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(context, bytes.len(), written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.written(context, parts.iter().map(|part| part.len()).sum(), written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
    }

    const PATIENCE: Duration = Duration::from_millis(300);

    #[test]
    fn a_reader_that_takes_nothing_or_too_little_is_let_go() {
        runtime().block_on(async {
            for often in [None, Some(Duration::from_millis(20))] {
                let (near, mut far) = tokio::io::duplex(1_024);
                let mut near = Impatient::new(near, PATIENCE);
                let reader = tokio::spawn(async move {
                    let mut byte = [0; 1];
                    loop {
                        match often {
                            None => std::future::pending().await,
                            Some(often) => tokio::time::sleep(often).await,
                        }
                        if far.read_exact(&mut byte).await.is_err() {
                            return;
                        }
                    }
                });
                let begun = std::time::Instant::now();
                let failed = near.write_all(&vec![7; 1 << 20]).await.unwrap_err();
                assert_eq!(failed.kind(), io::ErrorKind::TimedOut, "{often:?}");
                assert!(begun.elapsed() < Duration::from_secs(20));
                reader.abort();
            }
        });
    }

    #[test]
    fn a_reader_that_goes_on_reading_has_all_the_time() {
        runtime().block_on(async {
            let (near, mut far) = tokio::io::duplex(LEAST);
            let mut near = Impatient::new(near, PATIENCE);
            let reader = tokio::spawn(async move {
                let (mut part, mut sum) = (vec![0; 2 * LEAST], 0);
                while sum < 16 * LEAST {
                    tokio::time::sleep(PATIENCE / 6).await;
                    sum += far.read(&mut part).await.unwrap();
                }
                // Between two answers a visitor need not read for as long as it likes.
                tokio::time::sleep(2 * PATIENCE).await;
                while sum < 17 * LEAST {
                    sum += far.read(&mut part).await.unwrap();
                }
            });
            near.write_all(&vec![7; 16 * LEAST]).await.unwrap();
            tokio::time::sleep(2 * PATIENCE).await;
            near.write_all(&vec![7; LEAST]).await.unwrap();
            reader.await.unwrap();
        });
    }
}
