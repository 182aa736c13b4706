import { sampleFiles } from './sample-files.ts'

/** Those libvips doesn't read: no rows, old-style JPEG, and JPEG 2000 as Aperio stores it. */
const unread = ['tiff/li_zero_gi.tif', 'tiff/ojpeg-tile.tif', 'svs/tcga-cr-7395-01a-01-ts1.svs']

/** The samples that it reads. */
export const filesForLibvips = (): string[] =>
  sampleFiles('svs', 'tiff', 'ome', 'qptiff').filter((file) => !unread.includes(file))

/** Of many pages or pixels: whole, each takes seconds, so the long run compares them. */
const large = [
  'ome/fluo4_u16_subifd_big.ome.tif',
  'ome/multi-channel-z-series.ome.tif',
  'qptiff/small_vectra.qptiff',
  'qptiff/syn_polaris_4ch.qptiff',
  'svs/CMU-1-Small-Region.svs',
  'tiff/li_grey10kx5k.tif',
]

export const isLarge = (file: string): boolean => large.includes(file)
