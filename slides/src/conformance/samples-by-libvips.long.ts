import { samplesFolder } from '../test-support/test-samples.ts'
import { describeAsLibvipsReads } from './test-support/as-libvips-reads.ts'
import { filesForLibvips, isLarge } from './test-support/files-for-libvips.ts'
import { hasVips } from './test-support/test-programs.ts'

/** Those that take seconds each. */
if (samplesFolder && hasVips) describeAsLibvipsReads(filesForLibvips().filter(isLarge))
