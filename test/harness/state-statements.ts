import type { Store } from '../../src/store/pool.ts'

/** Collects the texts of the statements on the service's state that match, from now on. */
export function statementsOf({ pool }: Pick<Store, 'pool'>, pattern: RegExp): string[] {
  const texts: string[] = []
  const watched = new WeakSet<object>()
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    const send = client.query.bind(client)
    Object.assign(client, {
      query(...given: Parameters<typeof send>) {
        const [statement] = given as unknown as [string | { text?: string }]
        const text = typeof statement === 'string' ? statement : (statement.text ?? '')
        if (pattern.test(text)) texts.push(text)
        return send(...given)
      },
    })
  })
  return texts
}
