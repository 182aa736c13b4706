import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { run } from '../conformance/test-support/test-programs.ts'
import { useTemporaryFolder } from './test-support/temporary-folder.ts'

const path = useTemporaryFolder()
const script = fileURLToPath(new URL('./test-support/large-writer.ts', import.meta.url))

test.each(['rows', 'random'])(
  '1.2 gigapixels in the order %s take at most 300 MB of memory',
  async (order) => {
    const kilobytes = await run(process.execPath, script, path(`${order}.tif`), order)
    expect(Number(kilobytes)).toBeGreaterThan(0)
    expect(Number(kilobytes) / 1024).toBeLessThanOrEqual(300)
  },
)
