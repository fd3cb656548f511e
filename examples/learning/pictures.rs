//! Pictures of learning: the curve of the losses, and the numbers on boards.

use std::fmt::Write;

use plotters::prelude::*;
use sakiyomi::{Kind, Square, Variant, Weights};
use sakiyomi_eval::Features;
use sakiyomi_tuning::Learned;

/// The losses by pass, as SVG.
pub(crate) fn curve(learned: &Learned) -> String {
    let mut svg = String::new();
    // Drawing into memory fails only where there is nothing to draw.
    let _ = draw_curve(learned, &mut svg);
    svg
}

fn draw_curve(learned: &Learned, svg: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(svg, (720, 400)).into_drawing_area();
    root.fill(&WHITE)?;
    let losses = learned.epochs.iter().flat_map(|epoch| [epoch.loss, epoch.held_out_loss]);
    let losses: Vec<f64> = losses.chain([learned.first_held_out_loss]).collect();
    let low = losses.iter().copied().fold(f64::INFINITY, f64::min);
    let high = losses.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let space = 0.05 * (high - low).max(1e-6);
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d(0..learned.epochs.len().max(1), low - space..high + space)?;
    chart.configure_mesh().x_desc("pass").y_desc("mean logistic loss").draw()?;
    let points = learned.epochs.iter().map(|epoch| (epoch.number, epoch.loss));
    chart
        .draw_series(LineSeries::new(points, &BLUE))?
        .label("learned from")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], BLUE));
    let before = [(0, learned.first_held_out_loss)].into_iter();
    let points =
        before.chain(learned.epochs.iter().map(|epoch| (epoch.number, epoch.held_out_loss)));
    chart
        .draw_series(LineSeries::new(points, &RED))?
        .label("games set aside")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], RED));
    chart.configure_series_labels().border_style(BLACK).background_style(WHITE).draw()?;
    root.present()?;
    Ok(())
}

/// One picture for each part that lies on a board: file name and SVG.
pub(crate) fn boards<V: Variant>(weights: &Weights<V>) -> Vec<(String, String)> {
    let kinds: Vec<Kind> =
        Kind::ALL.into_iter().filter(|kind| V::MEN[kind.unpromoted().index()] > 0).collect();
    let near = |sign: i8| {
        move |weights: &Weights<V>, kind, file: i8, rank: i8| {
            let index = if sign > 0 {
                Features::<V>::attack(kind, file, rank)
            } else {
                Features::<V>::defence(kind, file, rank)
            };
            weights.get(index)
        }
    };
    let (files, ranks) = (V::FILES as i8, V::RANKS as i8);
    let on_squares = |weights: &Weights<V>, kind, file: i8, rank: i8| {
        let square = Square::<V>::new(file as u8, rank as u8);
        square.map_or(0, |square| weights.get(Features::piece_square(kind, square)))
    };
    let places = (-(files - 1).min(4), (files - 1).min(4), -(ranks - 1).min(4), (ranks - 1).min(4));
    vec![
        (
            format!("{}-squares.svg", V::NAME),
            sheet(weights, &kinds, (1, files, 1, ranks), true, on_squares),
        ),
        (format!("{}-attack.svg", V::NAME), sheet(weights, &kinds, places, false, near(1))),
        (format!("{}-defence.svg", V::NAME), sheet(weights, &kinds, places, false, near(-1))),
    ]
}

/// A board of numbers for each kind. Files run from right to left, as players see the board. Where `is_centred`, the mean is
/// written above the board and the squares show what differs from it.
fn sheet<V: Variant>(
    weights: &Weights<V>,
    kinds: &[Kind],
    (left, right, top, bottom): (i8, i8, i8, i8),
    is_centred: bool,
    value: impl Fn(&Weights<V>, Kind, i8, i8) -> i16,
) -> String {
    const CELL: i32 = 34;
    const COLUMNS: i32 = 4;
    let (files, ranks) = (i32::from(right - left) + 1, i32::from(bottom - top) + 1);
    let (width, height) = (files * CELL + 24, ranks * CELL + 44);
    let rows = (kinds.len() as i32 + COLUMNS - 1) / COLUMNS;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" font-family=\"sans-serif\" \
         font-size=\"12\" text-anchor=\"middle\"><rect width=\"100%\" height=\"100%\" fill=\"white\"/>",
        COLUMNS * width,
        rows * height
    );
    for (number, &kind) in kinds.iter().enumerate() {
        let (x, y) = (number as i32 % COLUMNS * width + 12, number as i32 / COLUMNS * height + 32);
        let cells: Vec<(i8, i8, i32)> = (top..=bottom)
            .flat_map(|rank| (left..=right).map(move |file| (file, rank)))
            .map(|(file, rank)| (file, rank, value(weights, kind, file, rank).into()))
            .collect();
        let mean = cells.iter().map(|cell| cell.2).sum::<i32>() / cells.len().max(1) as i32;
        let base = if is_centred { mean } else { 0 };
        let title = if is_centred { format!("{kind:?}: {mean}") } else { format!("{kind:?}") };
        let _ = write!(svg, "<text x=\"{}\" y=\"{}\">{title}</text>", x + files * CELL / 2, y - 8);
        for (file, rank, cell) in cells {
            let (cx, cy) = (x + i32::from(right - file) * CELL, y + i32::from(rank - top) * CELL);
            let shown = cell - base;
            let is_king = !is_centred && file == 0 && rank == 0;
            let strength = (shown.abs().min(150) * 200 / 150).min(200);
            let colour = match shown {
                _ if is_king => "#ddd".to_owned(),
                0.. => format!("rgb({},{},255)", 255 - strength, 255 - strength / 2),
                _ => format!("rgb(255,{},{})", 255 - strength / 2, 255 - strength),
            };
            let text = if is_king { "K".to_owned() } else { shown.to_string() };
            let _ = write!(
                svg,
                "<rect x=\"{cx}\" y=\"{cy}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{colour}\" stroke=\"#999\"/>\
                 <text x=\"{}\" y=\"{}\">{text}</text>",
                cx + CELL / 2,
                cy + CELL / 2 + 4
            );
        }
    }
    svg.push_str("</svg>");
    svg
}
