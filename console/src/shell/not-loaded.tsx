import { useEffect, useState } from 'react'
import { useAnswer } from '../api/answers.ts'
import { Button } from '../kit/button.tsx'
import { Empty } from '../kit/empty.tsx'

/** The code of a page did not come: the service is away, or it has another version since. */
export class NotLoaded extends Error {
  /** What did not come, as the browser says it. */
  missing: string

  constructor(cause: unknown) {
    // Other words than those of the browser, at which the router would load the page anew by itself.
    super('The code of the page did not come.', { cause })
    this.missing = cause instanceof Error ? cause.message : String(cause)
  }
}

/** Milliseconds between two looks whether the service is there again. */
const pause = 2_000

/** Loads the code of a page; throws `NotLoaded` when it does not come. */
export async function loadPage<Page>(load: () => Promise<Page>): Promise<Page> {
  try {
    return await load()
  } catch (cause) {
    throw new NotLoaded(cause)
  }
}

/** In the place of a page whose code did not come. It is loaded anew as soon as the service is there, but by itself only once for the same code. */
export function PageNotLoaded({ error }: { error: NotLoaded }) {
  const health = useAnswer('GET /api/health', {}, { every: pause })
  const [isAway, setAway] = useState(false)
  if (health.failureCount > 0 && !isAway) setAway(true)
  const isThere = health.isSuccess && !health.isFetching && health.failureCount === 0
  useEffect(() => {
    if (isThere && (isAway || isFirstTime(error.missing))) location.reload()
  }, [isThere, isAway, error])
  return (
    <Empty title={isAway ? 'The service does not answer' : 'This page could not be loaded'}>
      <p>
        {isAway
          ? 'It may be starting anew. This page comes as soon as it answers.'
          : 'The service may have another version since the console was opened here.'}
      </p>
      <Button onClick={() => location.reload()}>Load it anew</Button>
    </Empty>
  )
}

/** Whether this code is missed for the first time in this tab, which is kept, as the next page has forgotten it. */
function isFirstTime(missing: string): boolean {
  const key = `assay-missed-${missing}`
  const isFirst = sessionStorage.getItem(key) === null
  sessionStorage.setItem(key, '1')
  return isFirst
}
