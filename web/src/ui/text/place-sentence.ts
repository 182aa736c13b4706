import { counted } from './counted.ts'

/** What the place of something in the queue means to who waits for it. */
export const placeSentence = (before: number): string =>
  before === 0 ? 'It runs next.' : `${counted(before, 'job')} ${before === 1 ? 'is' : 'are'} ahead of it.`
