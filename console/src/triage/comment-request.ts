import { sharedValue } from '../kit/shared-value.ts'

/** The anomaly that somebody wants to comment on, until the line for it is drawn and has the focus; null: none. */
export const commentRequest = sharedValue<number | null>(null)
