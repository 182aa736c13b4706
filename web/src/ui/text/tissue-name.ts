import type { Tissue } from '@cresyl/contract/lab/tissues'

/** "Breast · Human": a tissue has the same name wherever it is shown. */
export const tissueName = ({ organ, species }: Pick<Tissue, 'organ' | 'species'>): string =>
  `${organ} · ${species}`
