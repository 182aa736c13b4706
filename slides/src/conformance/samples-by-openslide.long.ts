import { samplesFolder } from '../test-support/test-samples.ts'
import { describeAsOpenSlideReads } from './test-support/as-openslide-reads.ts'
import { hasOpenSlide, hasVips } from './test-support/test-programs.ts'

if (samplesFolder && hasOpenSlide && hasVips)
  describeAsOpenSlideReads([
    {
      file: 'svs/CMU-1-Small-Region.svs',
      tolerance: 2,
      associated: { thumbnail: [1, 2], label: [2, 0], macro: [3, 2] },
    },
    {
      file: 'svs/tcga-cr-7395-01a-01-ts1.svs',
      tolerance: 1,
      from: 1,
      associated: { thumbnail: [1, 2] as const },
    },
  ])
