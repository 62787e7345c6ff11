const WIDTH = 760;
const ROW = 30;
const LEFT = 190;
const RIGHT = 90;
const COLORS = ['#9db7d5', '#4f83b8', '#1f4e79'];

/** Plots one bar per size for each operation: CPU milliseconds on a logarithmic scale. */
export function scalePlot(results: { size: number; measured: Record<string, { cpuMs: number }> }[]): string {
  const names = Object.keys(results[0]?.measured ?? {});
  const costs = results.flatMap(({ measured }) => Object.values(measured).map(({ cpuMs }) => cpuMs));
  const [low, high] = [Math.min(...costs) / 2, Math.max(...costs)];
  const x = (ms: number) =>
    ((Math.log(ms) - Math.log(low)) / (Math.log(high) - Math.log(low))) * (WIDTH - LEFT - RIGHT);
  const height = names.length * ROW + 60;
  const bars = names.map((name, row) => {
    const top = 40 + row * ROW;
    const lines = results.map(({ measured }, index) => {
      const ms = measured[name]?.cpuMs ?? low;
      const y = top + index * 8;
      const label =
        index === results.length - 1
          ? `<text x="${LEFT + x(ms) + 6}" y="${y + 7}">${ms.toFixed(2)} ms</text>`
          : '';
      return `<rect x="${LEFT}" y="${y}" width="${x(ms).toFixed(1)}" height="7" fill="${COLORS[index % COLORS.length]}"/>${label}`;
    });
    return `<text x="${LEFT - 8}" y="${top + 15}" text-anchor="end">${name}</text>${lines.join('')}`;
  });
  const legend = results.map(
    ({ size }, index) =>
      `<rect x="${LEFT + index * 150}" y="12" width="12" height="12" fill="${COLORS[index % COLORS.length]}"/>` +
      `<text x="${LEFT + index * 150 + 18}" y="22">${size.toLocaleString('en')} quotes</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" role="img" aria-label="Processor time of each operation by number of quotes"><rect width="${WIDTH}" height="${height}" fill="#ffffff"/>${legend.join('')}${bars.join('')}</svg>\n`;
}
