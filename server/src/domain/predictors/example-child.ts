import { exampleSize, makeExample } from '@cresyl/analysis'
import type { PredictorExample } from '@cresyl/contract/predictors/predictors'
import { encodeWebp } from '@cresyl/slides'
import type { SandboxRun } from '../../platform/processes/sandbox.ts'
import { builtIn } from './built-in.ts'

const quality = 90

/** Runs in a process of its own: it takes a second or two of computing, for which nobody else should wait. */
export const run: SandboxRun<{ key: string }, PredictorExample> = async ({ key }) => {
  const found = builtIn().get(key)
  if (found === undefined) throw new Error(`There is no predictor ${key}`)
  const { before, after, mpp, scores } = await makeExample(found.predictor)
  return {
    before: await pictureOf(before),
    after: await Promise.all(after.map(pictureOf)),
    ...exampleSize,
    mpp,
    scores,
  }
}

async function pictureOf({ label, data }: { label: string; data: Uint8Array }) {
  const bytes = await encodeWebp({ ...exampleSize, samples: 3, pixelType: 'u8', data }, { quality })
  return { label, picture: `data:image/webp;base64,${Buffer.from(bytes).toString('base64')}` }
}
