import type { Answer, TestApp } from './app.ts'

/** Sends a file, and texts beside it, as a form does. */
export async function upload(
  app: TestApp,
  path: string,
  file: { name: string; content: string | Uint8Array<ArrayBuffer> },
  texts: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData()
  for (const [name, text] of Object.entries(texts)) form.set(name, text)
  form.set('file', new File([file.content], file.name))
  const request = new Response(form)
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  return app.askRaw('POST', path, Buffer.from(await request.arrayBuffer()), headers)
}
