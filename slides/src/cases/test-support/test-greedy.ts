import { afterAll, expect, test } from 'vitest'
import { type GreedyName, greedyFiles } from './greedy-files.ts'
import { WatchedChild } from './watched-child.ts'

/** Those that take a second or two even when they are refused at once, because they are long. */
const long: readonly GreedyName[] = [
  'a description of nothing but pairs',
  'an ImageJ description of nothing but lines',
  'texts that share one long value',
  'OME-XML with channels of many samples',
  'OME-XML with many images of many planes',
  'OME-XML with many images and objectives',
  'OME-XML with as many nodes as are allowed',
  'CZI metadata with many channels',
  'pages of as many sizes',
  'QPTIFF pages with as much to say as is allowed',
  'rows of four million pixels',
  'as many samples as are allowed',
]

const missingPage =
  'malformed | OME-XML | says that channel 0, focus plane 0, time point 0 is in IFD 1, but the file has 1'

/** How those end that are refused. */
const refusals: Partial<Record<GreedyName, string>> = {
  'directories that overlap':
    'too_large | IFD 244 | brings the entries of all directories to more than the 1000000 allowed',
  'pages that share a long palette':
    'too_large | TIFF | has 3932160000 numbers in palettes in 20000 directories, more than the 16000000 allowed',
  'Aperio pages that share a long description':
    'too_large | TIFF | has 60000160000 bytes of descriptions in 20000 directories, more than the 33554432 allowed',
  'QPTIFF pages that share a long description':
    'too_large | TIFF | has 16002140000 bytes of descriptions in 20000 directories, more than the 33554432 allowed',
  'a description of nothing but pairs':
    'too_large | TIFF | has 48000008 bytes of descriptions in 1 directories, more than the 33554432 allowed',
  'OME-XML with many images of many planes': 'too_large | OME-XML | has more than 20000 planes',
  'OME-XML with many images and objectives': missingPage,
  'OME-XML with as many nodes as are allowed': missingPage,
  'pages of as many sizes': 'too_large | TIFF | has more than 256 images of different sizes',
}

/** Each must be read or refused with little memory and in time; most took minutes or gigabytes once. */
export function testGreedyFiles(which: 'quick' | 'long'): void {
  const all = Object.keys(greedyFiles) as GreedyName[]
  const names = all.filter((name) => long.includes(name) === (which === 'long'))
  // Only what fails needs a new process: to start one takes longer than to refuse a file.
  const child = new WatchedChild({ milliseconds: which === 'quick' ? 20_000 : 180_000, bytes: 1024 ** 3 })
  afterAll(() => child.close())

  test.each(names)(
    '%s cost no more than they hold',
    async (name) => {
      const reply = await child.exercise({ name, file: await greedyFiles[name]() })
      if ('failure' in reply) throw new Error(reply.failure)
      const { vendor, errors } = reply.outcome
      const [error] = errors
      const end = vendor ?? `${error?.code} | ${error?.structure} | ${error?.reason}`
      expect(end).toBe(refusals[name] ?? vendor)
    },
    200_000,
  )
}
