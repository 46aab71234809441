import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A certificate with its key, PEM. */
interface Certified {
  cert: string
  key: string
}

/** An authority as a company has one within, which nobody else knows. */
export interface PrivateAuthority extends Certified {
  /** A certificate of its own for a server; `names` as an extension of X.509 lists them, such as `IP:127.0.0.1`. */
  certify(names: string): Certified
}

/** OpenSSL makes its certificates, below this folder. */
export function privateAuthority(folder: string): PrivateAuthority {
  const place = mkdtempSync(join(folder, 'authority-'))
  const own = made(join(place, 'own'), ['-subj', '/CN=Authority of a company'])
  return {
    ...own,
    certify: (names) =>
      made(mkdtempSync(join(place, 'server-')), [
        '-subj',
        '/CN=Server',
        '-CA',
        join(place, 'own.cert'),
        '-CAkey',
        join(place, 'own.key'),
        '-addext',
        `subjectAltName=${names}`,
        '-addext',
        'basicConstraints=critical,CA:FALSE',
      ]),
  }
}

function made(path: string, given: readonly string[]): Certified {
  const [cert, key] = [`${path}.cert`, `${path}.key`]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert, ...given], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
}
