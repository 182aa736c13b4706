import type { ChartId } from '../model/charts.ts'

/** Where a chart is on the page. */
export const chartElementId = (id: ChartId): string => `report-${id}`
