import type { ScanRequest } from '../../engine/check.ts'

/** Does the work on a container, and then closes the staging areas that were left open for records: what was not stored of them by then never is. */
export async function closingAreas<Result>(
  { request }: { request: Pick<ScanRequest, 'staging'> },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } finally {
    request.staging.open_areas?.dispose()
  }
}
