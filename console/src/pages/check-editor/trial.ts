import { useEffect, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CheckDryRun, CheckValidation, QualityCheckInput } from '../../api/api.generated.ts'
import { ask } from '../../api/ask.ts'
import { Refusal } from '../../api/refusal.ts'

/** Milliseconds without a change after which a check is tried. */
const pause = 600
/** A trial that took longer than these milliseconds is repeated only on demand. */
const quick = 2_000

interface Asked {
  input: QualityCheckInput
  /** The id of the check when it is tried as it is kept. */
  saved: number | null
  isWhole: boolean
}

/** What a check says of the rows as they are now. */
export interface Trial {
  verdict: CheckValidation | null
  /** The rows that fail; null where only their number is known, as of a check that is not kept. */
  findings: CheckDryRun | null
  error: Error | null
  isRunning: boolean
  /** The last trial took long: the next waits for `run`. */
  isSlow: boolean
  /** What is shown is of the present form. */
  isCurrent: boolean
  /** All rows are read; otherwise at most those that the service takes for a trial. */
  isWhole: boolean
  setWhole(isWhole: boolean): void
  run(): void
  stop(): void
}

/** Tries a check by itself while it is being written; `saved` is the id of the check when the form is as it is kept. */
export function useTrial(input: QualityCheckInput | null, saved: number | null): Trial {
  const [isWhole, setWhole] = useState(false)
  const wanted = input === null ? null : JSON.stringify({ saved, input, isWhole } satisfies Asked)
  const [asked, askFor] = useState<string | null>(null)
  const [stopped, leaveOut] = useState<string | null>(null)
  const { data, error, isFetching, refetch } = useQuery<CheckValidation | CheckDryRun, Error>({
    queryKey: ['trial', asked],
    queryFn: ({ signal }) => tryOut(asked ?? '{}', signal),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  })
  const isSlow = data !== undefined && data.ms > quick
  useEffect(() => {
    if (wanted === asked || wanted === stopped || (isSlow && asked !== null)) return undefined
    const timer = setTimeout(() => askFor(wanted), pause)
    return () => clearTimeout(timer)
  }, [wanted, asked, stopped, isSlow])
  return {
    verdict: data ?? null,
    findings: data && 'source_records' in data ? data : null,
    error,
    isRunning: isFetching,
    isSlow,
    isCurrent: wanted !== null && wanted === asked && !isFetching,
    isWhole,
    setWhole,
    run() {
      leaveOut(null)
      if (wanted === asked) void refetch()
      else askFor(wanted)
    },
    stop() {
      leaveOut(wanted)
      askFor(null)
    },
  }
}

async function tryOut(asked: string, signal: AbortSignal): Promise<CheckValidation | CheckDryRun> {
  const { saved, input, isWhole } = JSON.parse(asked) as Asked
  const options = { signal, exact: true }
  const bounds = isWhole ? { max_records_analyzed_per_partition: -1 } : {}
  try {
    return saved === null
      ? await ask('POST /api/quality-checks/validate', { body: { quality_check: input, ...bounds } }, options)
      : await ask('POST /api/quality-checks/{id}/dry-run', { path: { id: saved }, body: bounds }, options)
  } catch (error) {
    if (error instanceof Refusal || signal.aborted) throw error
    throw new Error('The check could not be tried.', { cause: error })
  }
}
