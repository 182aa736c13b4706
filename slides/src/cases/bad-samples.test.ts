import { readdirSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { SlideError } from '../errors.ts'
import { samplePath, samplesFolder } from '../test-support/test-samples.ts'
import { faultOfSentence } from './test-support/check-slide.ts'
import { WatchedChild } from './test-support/watched-child.ts'

if (samplesFolder) {
  const child = new WatchedChild({ milliseconds: 20_000, bytes: 1024 ** 3 })
  afterAll(() => child.close())

  describe('a file that crashed other readers', () => {
    test.each(readdirSync(samplePath('bad')).sort())('%s is read or refused in a sentence', async (name) => {
      const reply = await child.exercise({ name, file: samplePath('bad', name) })
      if ('failure' in reply) throw new Error(reply.failure)
      const { vendor, read, errors } = reply.outcome
      if (vendor) expect(read).toBeGreaterThan(0)
      else expect(errors).toHaveLength(1)
      for (const { code, structure, reason } of errors) {
        expect(faultOfSentence(new SlideError(code, structure, reason))).toBeUndefined()
      }
    })
  })

  test.each([
    ['broken.svs', 'unknown_format | file | begins with 49 4a 72 45 72 31 76 56'],
    ['unopenable.tiff', 'unsupported | IFD 0 | uses compression 52479, which is not read'],
    ['wsi.zip', 'unknown_format | file | begins with 50 4b 03 04 14 00 00 00 (a ZIP archive)'],
    ['fuzz_id_000056_sig_06_src_000351_000306_op_splice_rep_64', 'too_large | IFD 0 | has 12721 entries'],
  ])('%s is refused for what is wrong with it', async (name, words) => {
    const reply = await child.exercise({ name, file: samplePath('bad', name) })
    if ('failure' in reply) throw new Error(reply.failure)
    const [error] = reply.outcome.errors
    expect(`${error?.code} | ${error?.structure} | ${error?.reason}`.slice(0, words.length)).toBe(words)
  })
} else {
  test.skip('real slides, where CRESYL_SAMPLES names their folder')
}
