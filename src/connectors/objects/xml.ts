import { SaxesParser } from 'saxes'

/** An element: its text, and its children by their names in their order. */
export interface Element {
  text: string
  children: Map<string, Element[]>
}

const mostDepth = 20

/** The root element of a document, without attributes and namespaces. Throws an Error for what is no XML. */
export function parseXml(document: string): Element {
  const top: Element = { text: '', children: new Map() }
  const open = [top]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => {
    const element: Element = { text: '', children: new Map() }
    const siblings = open.at(-1)?.children
    const same = siblings?.get(name)
    if (same) same.push(element)
    else siblings?.set(name, [element])
    if (open.push(element) > mostDepth) throw new Error('The XML is nested too deeply.')
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(document).close()
  const [[root] = []] = [...top.children.values()]
  if (!root) throw new Error('The XML has no element.')
  return root
}

/** The text of the first child of that name; empty when there is none. */
export const textIn = (element: Element, name: string): string =>
  element.children.get(name)?.[0]?.text.trim() ?? ''

/** The ETag of a listing with the quotes that conditions need, and that some servers leave out there. */
export function etagIn(element: Element, name: string): string {
  const etag = textIn(element, name)
  return /^(?:W\/)?"/.test(etag) ? etag : `"${etag}"`
}

/** The text of the first child of that name with the spaces around it, which are part of a name. */
export const nameIn = (element: Element, name: string): string => element.children.get(name)?.[0]?.text ?? ''
