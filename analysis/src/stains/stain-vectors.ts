import { unitLength, type Vector3 } from './matrix3.ts'

/** What a stain takes of red, green and blue: the direction of its optical density, of length 1. */
export type StainVector = Vector3

/** Hematoxylin and DAB as Ruifrok and Johnston measured them (2001), eosin as in Macenko's reference (2009). */
export const hematoxylin: StainVector = unitLength([0.65, 0.7, 0.29])
export const eosin: StainVector = unitLength([0.2159, 0.8012, 0.5581])
export const diaminobenzidine: StainVector = unitLength([0.27, 0.57, 0.78])
