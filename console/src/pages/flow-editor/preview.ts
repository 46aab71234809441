import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FlowPreview, FlowPreviewInput } from '../../api/api.generated.ts'
import { ask } from '../../api/ask.ts'
import { Refusal } from '../../api/refusal.ts'
import { useSettled } from '../../api/settled.ts'
import { useRoleRefusal } from '../../shell/rights.ts'

/** Milliseconds without a key after which the message is looked at. */
const pause = 400

interface Shown {
  /** As the channel would get it; null: not known. */
  message: string | null
  isExample: boolean
  /** What is wrong with the message; null: nothing is known to be. */
  problem: string | null
}

/** What a message becomes; asked again a moment after the last change, and never for those who may not ask. */
export function usePreview(input: FlowPreviewInput): Shown {
  const isAllowed = useRoleRefusal('Manager') === null
  const asked = useSettled(JSON.stringify(input), pause)
  const { tokenized_message } = JSON.parse(asked) as FlowPreviewInput
  const { data, error } = useQuery<FlowPreview, Error>({
    queryKey: ['preview of a message', asked],
    queryFn: ({ signal }) => ask('POST /api/flows/preview', { body: JSON.parse(asked) }, { signal }),
    enabled: isAllowed && tokenized_message !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  // What is about to be asked counts too: the answer to what was there before says nothing of it.
  const isEmpty = tokenized_message === '' || input.tokenized_message === ''
  return {
    message: isEmpty || error ? null : (data?.message ?? null),
    isExample: data?.is_example ?? false,
    problem: error instanceof Refusal ? (error.members[0]?.msg ?? error.message) : null,
  }
}
