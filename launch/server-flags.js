/** Early releases of Node 24 call type stripping experimental on every start. */
export const serverFlags = ['--disable-warning=ExperimentalWarning']
