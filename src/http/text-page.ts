import type { FastifyReply } from 'fastify'

/** Sends a page that says these sentences and leads to these addresses, all shown as text. Nothing in it runs or loads anything. */
export function textPage(
  reply: FastifyReply,
  title: string,
  lines: readonly (string | { link: string; words: string })[],
): FastifyReply {
  const paragraphs = lines.map((line) =>
    typeof line === 'string'
      ? `<p>${escaped(line)}</p>`
      : `<p><a href="${escaped(line.link)}">${escaped(line.words)}</a></p>`,
  )
  return reply
    .header('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
    .header('referrer-policy', 'same-origin')
    .header('x-frame-options', 'DENY')
    .type('text/html; charset=utf-8')
    .send(
      [
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(title)} - Assay</title>`,
        '<meta name="viewport" content="width=device-width">',
        `<main><h1>${escaped(title)}</h1>`,
        ...paragraphs,
        '</main></html>',
      ].join('\n'),
    )
}

/** The text for HTML, in an element or a quoted attribute. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)
}
