import { Type } from 'typebox'
import { setting, text } from '../kernel/setting.ts'
import { defineChannel, delivered, undelivered } from './channel.ts'
import { TargetFailure } from './outgoing.ts'
import { workspace } from './workspace.ts'

/** The server that takes e-mail. */
interface MailServer {
  host: string
  port: number
  /** TLS from the first byte, as against an upgrade where the server offers it. */
  secure: boolean
  /** Null without a login; with one, the connection must be encrypted before it is sent. */
  login: { user: string; pass: string } | null
  from: string
}

const server = workspace({
  settings: {
    url: setting({
      variable: 'ASSAY_SMTP_URL',
      schema: Type.Union([Type.String({ pattern: '^smtps?://[^/]' }), Type.Null()]),
      expected: 'smtp://user:password@host:port',
      fallback: null,
      absent: 'e-mail is not connected',
      sentence:
        'The server that takes e-mail. `smtps://` encrypts from the start; `smtp://` upgrades where it can, and must before it logs in.',
      secret: true,
    }),
    from: setting({
      variable: 'ASSAY_EMAIL_FROM',
      schema: text,
      expected: 'an e-mail address',
      fallback: 'assay@localhost',
      sentence: 'The sender of e-mail.',
    }),
  },
  connect: ({ url, from }) => (url === null ? null : mailServer(url, from)),
  secrets: (mail) =>
    mail?.login ? { secrets: [mail.login.pass], users: [mail.login.user] } : { secrets: [] },
})

/** Milliseconds that each step of the conversation with the server may take. */
const patience = 10_000
const address = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/

/** One plain-text mail to all addresses, handed to the mail server of the settings. */
export default defineChannel({
  type: 'Email',
  display_name: 'Email',
  workspace: server,
  properties: [
    {
      field: 'emails',
      title: 'Emails',
      type: 'string',
      required: true,
      placeholder: 'ada@example.com, alan@example.com',
      info: 'The addresses that get the mail, separated by commas.',
    },
    {
      field: 'email_subject',
      title: 'Subject',
      type: 'string',
      required: false,
      default: 'Assay notification',
      info: 'The subject of the mail.',
    },
  ],
  async deliver({ text, delivery_id }, { emails, email_subject }, { workspace: mail }) {
    if (mail === null) {
      return undelivered(
        'E-mail is not connected: set ASSAY_SMTP_URL to the server that takes it, and ASSAY_EMAIL_FROM to the sender.',
      )
    }
    const to = emails
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
    const wrong = to.find((entry) => !address.test(entry))
    if (wrong !== undefined || to.length === 0) {
      return undelivered(`"${wrong ?? emails}" is not an e-mail address, so nothing was sent.`)
    }
    const refused = await send(mail, {
      from: mail.from,
      to,
      subject: email_subject,
      text,
      messageId: `<${delivery_id}@assay>`,
    })
    if (refused.length === 0) return delivered(`The mail server accepted the mail for ${to.join(', ')}.`)
    return undelivered(`The mail server refused the mail for ${refused.join(', ')}.`)
  },
  examples: [
    {
      shows: 'is one mail to all addresses',
      settings: { ASSAY_SMTP_URL: 'smtp://sink.example', ASSAY_EMAIL_FROM: 'assay@example.com' },
      parameters: { emails: 'ada@example.com, alan@example.com', email_subject: 'Orders need a look' },
      message: { text: 'orders: 3 rows have no customer\n.\nThe end', delivery_id: 'delivery-1' },
      sends: {
        mail: {
          from: 'assay@example.com',
          to: ['ada@example.com', 'alan@example.com'],
          subject: 'Orders need a look',
          text: 'orders: 3 rows have no customer\n.\nThe end',
        },
      },
      outcome: {
        success: true,
        message: 'The mail server accepted the mail for ada@example.com, alan@example.com.',
      },
    },
    {
      shows: 'names the address that the server does not take',
      settings: { ASSAY_SMTP_URL: 'smtp://sink.example', ASSAY_EMAIL_FROM: 'assay@example.com' },
      parameters: { emails: 'ada@example.com,nobody@example.com' },
      message: { text: 'orders are late', delivery_id: 'delivery-2' },
      sends: {
        mail: {
          from: 'assay@example.com',
          to: ['ada@example.com'],
          subject: 'Assay notification',
          text: 'orders are late',
        },
      },
      outcome: { success: false, message: 'The mail server refused the mail for nobody@example.com.' },
    },
    {
      shows: 'sends nothing when one of the addresses is none',
      settings: { ASSAY_SMTP_URL: 'smtp://sink.example' },
      parameters: { emails: 'ada@example.com, everybody' },
      message: { text: 'orders are late', delivery_id: 'delivery-3' },
      sends: null,
      outcome: { success: false, message: '"everybody" is not an e-mail address, so nothing was sent.' },
    },
    {
      shows: 'says what to set when there is no mail server',
      parameters: { emails: 'ada@example.com' },
      message: { text: 'orders are late', delivery_id: 'delivery-4' },
      sends: null,
      outcome: {
        success: false,
        message:
          'E-mail is not connected: set ASSAY_SMTP_URL to the server that takes it, and ASSAY_EMAIL_FROM to the sender.',
      },
    },
  ],
})

interface Mail {
  from: string
  to: string[]
  subject: string
  text: string
  messageId: string
}

/** What nodemailer says of a failure, as far as it is known. */
interface Refusal {
  code?: string
  /** That of the socket below. */
  originalCode?: string
  rejected?: string[]
}

/** Hands the mail over and answers with the addresses that the server refused. */
async function send({ host, port, secure, login }: MailServer, mail: Mail): Promise<string[]> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host,
    port,
    secure,
    ...(login && { auth: login, requireTLS: !secure }),
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    dnsTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    const { rejected } = await transport.sendMail(mail)
    return rejected.map(String)
  } catch (error) {
    const { code: kind, originalCode = '', rejected } = error as Refusal
    // A certificate that is not trusted comes as a socket that failed.
    const code = /CERT|SELF_SIGNED|ISSUER|ALTNAME/.test(originalCode) ? 'ETLS' : kind
    // Thrown when the server refused every address, or the sender: then it has named none of them.
    if (code === 'EENVELOPE' && rejected && rejected.length > 0) return rejected
    const { responseCode = 400 } = error as { responseCode?: number }
    // Statuses from 500 on are for good, and so is a login that does not work.
    const is_passing = responseCode < 500 && code !== 'EAUTH' && code !== 'ETLS'
    throw new TargetFailure(`The mail server ${host} ${reasonOf(code)}.`, { cause: error, is_passing })
  } finally {
    transport.close()
  }
}

/** Completes a sentence that begins with the server. */
function reasonOf(code = 'unknown'): string {
  switch (code) {
    case 'EAUTH':
      return 'refused the login'
    case 'ETLS':
      return 'does not offer the encryption that a login needs, or showed a certificate that is not trusted'
    case 'EENVELOPE':
      return 'refused the sender'
    case 'EMESSAGE':
      return 'refused the mail'
    default:
      return `could not be reached, or broke off (${code})`
  }
}

function mailServer(smtpUrl: string, from: string): MailServer {
  const url = URL.parse(smtpUrl)
  const [user, pass] = [url?.username ?? '', url?.password ?? ''].map(decoded)
  if (!url || url.hostname === '' || user === undefined || pass === undefined) {
    throw new Error(
      'ASSAY_SMTP_URL is not usable; expected smtp://user:password@host:port, with special characters percent-encoded.',
    )
  }
  const secure = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    login: user === '' ? null : { user, pass },
    from,
  }
}

/** Undefined for text that is not percent-encoded as it should be. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
