import { createRenderer } from './render-operation.ts'
import { serveDecoding } from './serve-decoding.ts'

/** Runs in a child process: decodes what the pool asks for. */
serveDecoding(createRenderer())
