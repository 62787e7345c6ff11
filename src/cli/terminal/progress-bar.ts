const WIDTH = 30;
const REDRAW_INTERVAL_MS = 50;

export interface ProgressBar {
  show(done: number): void;
  end(): void;
}

/** Draws a progress bar if the stream is a terminal; otherwise it writes nothing. */
export function createProgressBar(
  label: string,
  total: number,
  stream: NodeJS.WriteStream = process.stderr,
): ProgressBar {
  if (!stream.isTTY || total === 0) return { show() {}, end() {} };
  let last = 0;
  return {
    show(done) {
      const now = performance.now();
      if (done < total && now - last < REDRAW_INTERVAL_MS) return;
      last = now;
      const filled = Math.round((done / total) * WIDTH);
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
      stream.write(`\r${label} ${bar} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`);
    },
    end() {
      stream.write('\r\u001b[2K');
    },
  };
}
