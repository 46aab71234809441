/** How often a line is written where lines cannot be redrawn, milliseconds. */
const plainInterval = 1000

/** A line that tells how far something is: redrawn in a terminal, else written now and then. */
export interface Progress {
  show(text: string): void
  /** The last state of the line, which stays. */
  end(text: string): void
}

/** Starts a line on standard output. */
export function startProgress(): Progress {
  const { stdout } = process
  let written = performance.now()
  let last = ''
  return {
    show(text) {
      if (stdout.isTTY) stdout.write(`\r\u001b[2K${text.slice(0, stdout.columns - 1)}`)
      else if (text !== last && performance.now() - written >= plainInterval) {
        written = performance.now()
        last = text
        stdout.write(`${text}\n`)
      }
    },
    end(text) {
      stdout.write(stdout.isTTY ? `\r\u001b[2K${text}\n` : `${text}\n`)
    },
  }
}

/** `1234567` as `1,234,567`. */
export function counted(number: number): string {
  return number.toLocaleString('en-US')
}

/** Seconds since a `performance.now()`, with one decimal and the unit. */
export function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`
}
