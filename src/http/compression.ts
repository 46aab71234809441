import compress, { type FastifyCompressOptions } from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { constants } from 'node:zlib'

/** Brotli at quality 4 takes as long as gzip does and leaves less. Answers of fewer bytes than the threshold fit into one packet either way. */
const options: FastifyCompressOptions = {
  threshold: 1024,
  encodings: ['br', 'gzip'],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
}

/** A route whose answers are JSON, which is compressed for clients that accept it; those of others go out as they come. */
export const compressed = { compress: options }

/** Lets routes ask for it. The package takes streams of events for text and would gather them, so that no route has it unasked. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, { ...options, global: false, globalDecompression: false })
}
