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
  const lines = error.message.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('Help: '))
  const words = lines.map((line) => plain(line)).join(', ')
  const reason = plain(lines.at(-1) ?? '')
  return {
    code: told,
    words,
    asNetworkError() {
      const code = networkCodes[told]
      // What is no certificate's fault says nothing of Oracle: whatever listens there speaks no TLS.
      if (told === 'NJS-506' && /certificate|NJS-508/i.test(error.message))
        return Object.assign(new Error(certificateFault(reason)), { code: 'CERT_NOT_ACCEPTED' })
      return code === undefined ? null : Object.assign(new Error(reason), { code })
    },
  }
}

/** The failure with words of one line, as the network tells it where it is one of the network; what the driver did not make stays. */
export function plainError(error: unknown): unknown {
  const told = oracleErrorOf(error)
  if (!told) return error
  return told.asNetworkError() ?? Object.assign(new Error(told.words, { cause: error }), { code: told.code })
}

/** Node's own advice is for who starts it. */
function certificateFault(reason: string): string {
  const fault = reason.replace(/; if the root CA.*$/, '')
  const isSigner = /self-signed|issuer|unable to (?:get|verify)/.test(fault)
  return isSigner ? `${fault}. Let NODE_EXTRA_CA_CERTS of this service name the file of its authority` : fault
}

/** Without the driver's own numbers, for itself and for each of its connections. */
const plain = (line: string): string =>
  line
    .replace(/^NJS-\d+: /, '')
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
