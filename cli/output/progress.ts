/** A line on standard error that tells how far something is: redrawn in a terminal, elsewhere written once at the end. */
export interface Progress {
  show(text: string): void
  /** A line that stays, above this one. */
  note(text: string): void
  /** The last state of the line, which stays. */
  end(text: string): void
  /** Takes the line away. */
  clear(): void
}

/** What a line is written to; `isTTY` false: not to a terminal. */
type Terminal = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>

/** Starts a line; standard output stays free for results. */
export function startProgress(output: Terminal = process.stderr): Progress {
  const isTerminal = output.isTTY
  const redraw = (text: string) => output.write(`\r\u001b[2K${text.slice(0, output.columns - 1)}`)
  return {
    show: (text) => void (isTerminal && redraw(text)),
    note: (text) => void output.write(`${isTerminal ? '\r\u001b[2K' : ''}${text}\n`),
    end: (text) => {
      if (isTerminal) redraw(text)
      output.write(isTerminal ? '\n' : `${text}\n`)
    },
    clear: () => void (isTerminal && redraw('')),
  }
}
