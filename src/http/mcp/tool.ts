import { Type, type Static, type TObject } from 'typebox'
import { Id } from '../../model/wire.ts'

/** What a tool asks of an endpoint: the parts of a request, as a client would send them. */
export interface Asked {
  params?: Record<string, number>
  query?: Record<string, string | number | readonly (string | number)[] | undefined>
  body?: object
}

/** Asks the endpoint of this operation id in the caller's name; it refuses as it refuses any client. */
export type AskRoute = (id: string, asked: Asked) => Promise<unknown>

/** Something that an agent can do. Tools translate and decide nothing: the verbs behind the endpoints do. */
export interface Tool {
  /** In snake_case, unique. */
  name: string
  /** For the agent that chooses between tools: what it answers or does, and what it needs. */
  doc: string
  /** What it takes, a member each. */
  takes: TObject
  /** True when it changes something. */
  writes: boolean
  answer(ask: AskRoute, taken: never): Promise<unknown>
}

/** A tool that only reads. */
export function readTool<Takes extends TObject>(
  name: string,
  doc: string,
  takes: Takes,
  answer: (ask: AskRoute, taken: Static<Takes>) => Promise<unknown>,
): Tool {
  return { name, doc, takes, writes: false, answer }
}

/** A tool that changes something. */
export function writeTool<Takes extends TObject>(
  name: string,
  doc: string,
  takes: Takes,
  answer: (ask: AskRoute, taken: Static<Takes>) => Promise<unknown>,
): Tool {
  return { name, doc, takes, writes: true, answer }
}

/** An id with what it is of. */
export const idOf = (description: string) => Type.Integer({ ...Id, description })

/** A list is short unless more is asked for, because an agent reads all of it. */
export const pageTaken = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: 'Which page, default 1' })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'Items of a page, default 10' })),
}

/** The page that is asked for, as every list takes it. */
export const pageAsked = ({ page = 1, size = 10 }: { page?: number; size?: number }) => ({ page, size })
