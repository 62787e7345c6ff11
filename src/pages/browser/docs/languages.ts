/** Opens all samples in the language that the reader chose in one of them. */
export function syncSampleLanguage(): void {
  document.addEventListener('click', (event) => {
    const summary = (event.target as Element).closest?.('.languages > details > summary');
    const chosen = summary?.parentElement as HTMLDetailsElement | undefined;
    if (!summary || !chosen || chosen.open) return;
    event.preventDefault();
    const before = summary.getBoundingClientRect().top;
    for (const group of document.querySelectorAll('.languages')) open(group, chosen.dataset.language ?? '');
    // Keeps the chosen sample in place when samples above it open.
    scrollBy({ top: summary.getBoundingClientRect().top - before, behavior: 'instant' });
  });
}

function open(group: Element, language: string): void {
  const samples = [...group.querySelectorAll<HTMLDetailsElement>(':scope > details')];
  if (!samples.some((sample) => sample.dataset.language === language)) return;
  for (const sample of samples) sample.open = sample.dataset.language === language;
}
