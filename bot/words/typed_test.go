package words

import "testing"

func TestTimes(t *testing.T) {
	for text, want := range map[string]string{
		"3天": "3d", "3 天": "3d", "３ｄ": "3d", "３日": "3d", "3 ngày": "3d", "3 ngay": "3d", "3 days": "3d", "1 DAY": "1d",
		"15分+10秒": "15m+10s", "15分钟＋10秒": "15m+10s", "15分鐘加10秒": "15m+10s", "30 phút": "30m", "30 minutes": "30m",
		"15 phút + 10 giây": "15m + 10s", "10天+12小时": "10d+12h", "7 ngày + 12 giờ": "7d + 12h", "2个小时": "2h",
		"三天": "3d", "两天": "2d", "十天加十二小时": "10d+12h", "十五分＋十秒": "15m+10s", "二十 分鐘": "20m", "兩個小時": "2h", "二十五分": "25m",
		"十十天": "十十天", "二三天": "二三天", "天十": "天十",
		"无": "none", "無": "none", "不限时": "none", "Không": "none", "không tính giờ": "none", "No clock": "none", "none": "none",
		"15+10": "15+10", "10d+1d": "10d+1d", "fifth 1 day 2h": "fifth 1d 2h", "２２－０７": "22-07",
		"二十二点－七点": "22点-7点", "22 giờ - 7 giờ": "22h - 7h", "２２：００～７：００": "22:00~7:00", "10:30 PM – 7 a.m.": "10:30 pm – 7 a.m.", "22h–7h": "22h–7h",
		"晚上十点到早上七点": "晚上10点到早上7点", "晚上十一點半到第二天早上七點": "晚上11點半到第2天早上7點", "10 giờ tối đến 7 giờ sáng": "10h tối đến 7h sáng",
		"days": "days", "3 weeks": "3 weeks", "": "", "天": "天", "auto": "auto",
	} {
		if got := NormalizeTimes(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
