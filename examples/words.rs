//! Threats and men in words.

use sakiyomi::{Color, Kind, Threat, ThreatKind, Variant};

/// What a side threatens, as a sentence without its full stop.
#[must_use]
pub fn threat_sentence<V: Variant>(threat: &Threat<V>, by: Color) -> String {
    let Threat { mv, square, loss, .. } = threat;
    let act = match threat.victim {
        Some(victim) => format!("takes the {} on {square}", kind_name(victim)),
        None => format!("promotes a {} on {square}", kind_name(threat.by)),
    };
    let worth = if threat.mates { "and mates".to_owned() } else { format!("for {}", loss.value()) };
    let kind = match threat.kind {
        ThreatKind::Double => ", one of two at once",
        ThreatKind::Inescapable => ", and it cannot get away",
        _ => "",
    };
    format!("{mv}: {by} {act} {worth}{kind}")
}

/// What a man is called.
#[must_use]
pub const fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => "pawn",
        Kind::Lance => "lance",
        Kind::Knight => "knight",
        Kind::Silver => "silver",
        Kind::Bishop => "bishop",
        Kind::Rook => "rook",
        Kind::Gold => "gold",
        Kind::King => "king",
        Kind::Tokin => "tokin",
        Kind::PromotedLance => "promoted lance",
        Kind::PromotedKnight => "promoted knight",
        Kind::PromotedSilver => "promoted silver",
        Kind::Horse => "horse",
        Kind::Dragon => "dragon",
    }
}
