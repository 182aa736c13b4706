/** The one place that writes to the console: for developers, never for the person at the screen. */
export interface Log {
  warn(message: string, detail?: unknown): void
}

export const consoleLog: Log = {
  warn(message, detail) {
    // biome-ignore lint/suspicious/noConsole: this is the one place that may
    console.warn(message, ...(detail === undefined ? [] : [detail]))
  },
}
