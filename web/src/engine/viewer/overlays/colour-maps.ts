/** The server colours tiles by the same. */
export * from '@cresyl/contract/slides/colour-maps'
