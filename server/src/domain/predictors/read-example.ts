import { join } from 'node:path'
import { ApiError } from '@cresyl/contract/api/errors'
import type { Predictor, PredictorExample } from '@cresyl/contract/predictors/predictors'
import type { Context } from '../../platform/context.ts'
import { decodingRights } from '../../platform/processes/child-rights.ts'
import { runInSandbox } from '../../platform/processes/sandbox.ts'
import { builtIn } from './built-in.ts'

const module = new URL('./example-child.ts', import.meta.url)
const memoryBytes = 1024 ** 3
const timeoutMilliseconds = 120_000

/** By digest: what computes the same makes the same pictures. As many as there are predictors. */
const made = new Map<string, Promise<PredictorExample>>()
/** One after the other: people look at one at a time, and the processor has other things to do. */
let last: Promise<unknown> = Promise.resolve()

/** What a predictor makes of painted tissue; computed when it is first asked for. */
export function readExample(
  { config }: Pick<Context, 'config'>,
  { manifest: { id: key } }: Predictor,
): Promise<PredictorExample> {
  const digest = builtIn().get(key)?.digest
  if (digest === undefined) throw new ApiError('not_found', { detail: 'This predictor has no example here.' })
  const known = made.get(digest)
  if (known) return known
  const work = { module, memoryBytes, timeoutMilliseconds, input: { key }, name: 'Making the example' }
  const compileCacheFolder = join(config.slides.cacheDir, 'compiled')
  const making = last.then(() =>
    runInSandbox<{ key: string }, PredictorExample>({
      ...work,
      compileCacheFolder,
      rights: decodingRights(config),
    }),
  )
  last = making.catch(() => made.delete(digest))
  made.set(digest, making)
  return making
}
