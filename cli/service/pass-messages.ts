import { createInterface } from 'node:readline'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  isJSONRPCRequest,
  JSONRPCMessageSchema,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js'
import { CommandFailed } from '../command-failed.ts'
import { findService, type ServiceOptions } from './find-service.ts'

/** JSON-RPC's number for an error within the one who answers. */
const internalError = -32_603

/** Passes messages between an agent on standard input and output and the service, until the input ends. */
export async function passMessages(options: ServiceOptions): Promise<void> {
  const { url, token } = findService(options)
  if (token === null)
    throw new CommandFailed(`There is no token for the service at ${url}.`, 'assay login, or set ASSAY_TOKEN')
  const agent = new StdioServerTransport()
  const service = new StreamableHTTPClientTransport(new URL(`${url}/api/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  const waiting = new Set<Promise<void>>()
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport of the SDK has no other way
  service.onmessage = (message) => void agent.send(message)
  await service.start()
  // The SDK's own reader of lines would round long numbers.
  for await (const line of createInterface({ input: process.stdin })) {
    const message = messageIn(line)
    if (message === null) continue
    const passed = pass(message).finally(() => waiting.delete(passed))
    waiting.add(passed)
  }
  await Promise.all(waiting)
  await service.close()
  await agent.close()

  async function pass(message: JSONRPCMessage): Promise<void> {
    try {
      await service.send(message)
    } catch {
      // An agent that waits for an answer gets one, whatever became of the service.
      if (!isJSONRPCRequest(message)) return
      const error = {
        code: internalError,
        message: `The service at ${url} does not answer, or not this token.`,
      }
      await agent.send({ jsonrpc: '2.0', id: message.id, error })
    }
  }
}

/** The message of a line, with numbers that JavaScript would round as they were written; null for what is no message. */
function messageIn(line: string): JSONRPCMessage | null {
  try {
    const content: unknown = JSON.parse(
      line,
      (_member, value: unknown, { source }: { source?: string } = {}) =>
        typeof value === 'number' && source !== undefined && source.length > 15 && String(value) !== source
          ? JSON.rawJSON(source)
          : value,
    )
    return JSONRPCMessageSchema.safeParse(content).data ?? null
  } catch {
    return null
  }
}
