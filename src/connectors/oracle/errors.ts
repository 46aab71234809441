/** What the driver says of the server, of the network or of itself. */
export interface OracleError {
  /** `ORA-01017` for the server's own, `NJS-500` for the driver's. */
  code: string
  /** In one line, without addresses of pages of help. */
  words: string
  /** The same failure as the network tells it; null where it is none of the network. */
  asNetworkError(): Error | null
}

/** Null for an error that the driver did not make. */
export function oracleErrorOf(error: unknown): OracleError | null {
  const told = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!(error instanceof Error) || !/^(?:ORA|NJS|DPI)-\d+$/.test(told)) return null
  const lines = error.message.split('\n').filter((line) => line.trim() !== '' && !/^Help: /.test(line))
  const words = lines.map((line) => plain(line)).join(', ')
  const reason = plain(lines.at(-1) ?? '')
  return {
    code: told,
    words,
    asNetworkError() {
      const code = networkCodes[told]
      // What is no certificate's fault says nothing of Oracle: whatever listens there speaks no TLS.
      if (told === 'NJS-506' && /certificate|NJS-508/i.test(error.message))
        return Object.assign(new Error(reason), { code: 'CERT_NOT_ACCEPTED' })
      return code === undefined ? null : Object.assign(new Error(reason), { code })
    },
  }
}

/** Without the id that the driver gives each of its connections. */
const plain = (line: string): string =>
  line
    .replace(/\s*\(CONNECTION_ID=[^)]*\)/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')

const networkCodes: Record<string, string> = {
  'NJS-500': 'ECONNRESET',
  'NJS-501': 'ECONNRESET',
  'NJS-510': 'ETIMEDOUT',
  'NJS-530': 'ENOTFOUND',
}
