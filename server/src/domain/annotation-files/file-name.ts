import type { AnnotationFileFormat } from '@cresyl/contract/annotation-files'

/** File systems take 255 bytes, and letters may have four. */
const longestName = 40

const endings: Record<AnnotationFileFormat, string> = {
  geojson: 'annotations.geojson',
  csv: 'annotations.csv',
  mask_png: 'mask.png',
  mask_tiff: 'mask.tiff',
  mask_legend: 'mask-legend.csv',
}

/** Such as `Liver-12-annotations.geojson`: letters that every file system takes. */
export function annotationFileName(slide: string, format: AnnotationFileFormat): string {
  const plain = slide.replace(/\.[a-z0-9.]{1,9}$/i, '').replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
  return `${[...plain].slice(0, longestName).join('')}-${endings[format]}`
}
