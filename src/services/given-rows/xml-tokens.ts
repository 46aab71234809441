/** A tag or a piece of text of a document. */
export type XmlToken =
  | { kind: 'open'; name: string; attributes: string; is_closed: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }

const token =
  /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[([^]*?)\]\]>|<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/gy

/**
 * The tags and texts of an XML document, names without their prefixes, entities resolved. Throws a SyntaxError for what is no
 * XML, and for documents that define entities of their own.
 */
export function* xmlTokens(document: string): Generator<XmlToken> {
  const text = document.replace(/^\uFEFF/, '')
  token.lastIndex = 0
  const pattern = new RegExp(token)
  for (let at = 0; at < text.length; at = pattern.lastIndex) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (!match) throw new SyntaxError('The document is no XML.')
    const [, raw, closing, name, attributes = '', closed, plain] = match
    if (raw !== undefined) yield { kind: 'text', text: raw }
    else if (plain !== undefined) yield { kind: 'text', text: resolved(plain) }
    else if (name === undefined) continue
    else if (closing === '/') yield { kind: 'close', name }
    else yield { kind: 'open', name, attributes, is_closed: closed === '/' }
  }
}

/** The value of an attribute in the text of a tag's attributes; null for none. `name` is written with its prefix. */
export function attributeOf(attributes: string, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)${RegExp.escape(name)}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  const value = found?.[1] ?? found?.[2]
  return value === undefined ? null : resolved(value)
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function resolved(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(
    /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex?: string, digits?: string, word?: string) => {
      if (word !== undefined) return entities[word] ?? whole
      const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}
