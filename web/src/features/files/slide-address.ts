/** The page of a slide. */
export const slideAddress = (slideId: string): string => `/slide/${slideId}`
