import { Shape } from '../icons.tsx';

const SHAPES = {
  close: 'M6 6l12 12M18 6L6 18',
  file: 'M6 3.5h9l3.5 3.5v13.5H6z',
  plus: 'M12 5v14M5 12h14',
};

export const Icon = ({ name }: { name: keyof typeof SHAPES }) => <Shape d={SHAPES[name]} />;
