import { divide, spread, toTenThousandths } from './decimal.js';

/** What each stage of a payment schedule takes of each tax rate, by running totals. */
export function splitIntoStages(taxes, stages, pricesIncludeTax = false) {
  const running = taxes.map(({ rate, net, tax }) => ({
    rate,
    net,
    whole: net + tax,
    gross: 0n,
    takenNet: 0n,
  }));
  let percent = 0n;
  return stages.map((stage, index) => {
    const isLast = index === stages.length - 1;
    const before = percent;
    if (stage.type === 'percentage') percent += toTenThousandths(stage.value);
    const added = isLast
      ? running.map(left)
      : takeStage(stage, running, { before, percent }, pricesIncludeTax);
    return running.map((entry, at) => take(entry, added[at], isLast));
  });
}

function takeStage(stage, running, { before, percent }, pricesIncludeTax) {
  if (stage.type === 'percentage') {
    return running.map((entry) =>
      smaller(
        computeGross(entry, percent, pricesIncludeTax) - computeGross(entry, before, pricesIncludeTax),
        left(entry),
      ),
    );
  }
  const weights = running.map(left);
  const all = weights.reduce((total, weight) => total + weight, 0n);
  return spread(smaller(BigInt(stage.value), all), weights);
}

/** The gross of a percentage: the tax of the rounded net, unless prices include it. */
function computeGross({ rate, net, whole }, percent, pricesIncludeTax) {
  if (pricesIncludeTax) return divide(whole * percent, 1_000_000n);
  const part = divide(net * percent, 1_000_000n);
  return part + divide(part * rate, 1_000_000n);
}

function take(entry, added, isLast) {
  entry.gross += added;
  const runningNet = isLast ? entry.net : divide(entry.gross * 1_000_000n, 1_000_000n + entry.rate);
  const net = runningNet - entry.takenNet;
  entry.takenNet = runningNet;
  return { rate: entry.rate, net, tax: added - net };
}

function left({ whole, gross }) {
  return whole - gross;
}

function smaller(a, b) {
  return a < b ? a : b;
}
