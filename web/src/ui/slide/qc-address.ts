/** Says which tab of the viewer's panel is opened. */
export const panelParameter = 'panel'

/** What quality control found, beside the slide. */
export const qcAddress = (slideId: string): string => `/slide/${slideId}?${panelParameter}=qc`
